/** Whose product the visitor sees: configuration that the page carries in a meta tag. */
import * as z from 'zod/mini'

const brand = z.object({
  product: z.string(),
  company: z.string(),
  aboutUrl: z.string(),
  contactUrl: z.string(),
  socialUrl: z.string(),
  province: z.string(),
  /** A picture on the web or a `data:` address; null for the product's own mark. */
  logoUrl: z.nullable(z.string()),
})
export type Brand = z.infer<typeof brand>

export const BRAND_META = 'headgate-brand'
