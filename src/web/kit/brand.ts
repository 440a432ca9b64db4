/** The company's branding: read from the page, with neutral defaults. */
import type { BRAND_META, Brand } from '../../contract/site.ts'
import { textOf } from './json-text.ts'

/** A type import only: the schema library must not be in the first page's script. */
const META: typeof BRAND_META = 'headgate-brand'

const neutral: Brand = {
  product: 'Headgate',
  company: 'Headgate',
  aboutUrl: 'https://headgate.example/about',
  contactUrl: 'https://headgate.example/contact',
  socialUrl: 'https://headgate.example/social',
  province: 'Alberta',
  logoUrl: null,
}

function parseContent(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // Still the placeholder of a page that was not filled in by the server.
    return null
  }
}

/** Only web and mail addresses may become links. */
function isLink(address: string | null): address is string {
  return address !== null && /^(https?:\/\/|mailto:)/i.test(address)
}

/** A picture by URL, or a data URL. */
function isPicture(address: string | null): address is string {
  return address !== null && /^(https?:\/\/|data:image\/(png|webp|avif|jpeg|svg\+xml)[;,])/i.test(address)
}

/** The brand in the content of the page's meta tag. */
export function readBrand(content: string | null | undefined): Brand {
  const values = parseContent(content ?? '')
  const link = (key: 'aboutUrl' | 'contactUrl' | 'socialUrl') => {
    const address = textOf(values, key)
    return isLink(address) ? address : neutral[key]
  }
  const text = (key: 'product' | 'company' | 'province') => textOf(values, key) ?? neutral[key]
  const logo = textOf(values, 'logoUrl')
  return {
    product: text('product'),
    company: text('company'),
    aboutUrl: link('aboutUrl'),
    contactUrl: link('contactUrl'),
    socialUrl: link('socialUrl'),
    province: text('province'),
    logoUrl: isPicture(logo) ? logo : neutral.logoUrl,
  }
}

export const brand: Brand = readBrand(
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`)?.content,
)
