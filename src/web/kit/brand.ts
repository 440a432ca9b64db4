/** Whose product this is: read from the page, with neutral defaults. */
import { BRAND_META } from '../../contract/brand.ts'
import type { Brand } from '../../contract/brand.ts'
import { textOf } from './call-error.ts'

const neutral: Brand = {
  product: 'Headgate',
  company: 'Headgate',
  aboutUrl: '',
  contactUrl: '',
  socialUrl: '',
  province: 'Alberta',
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // Still the placeholder of a page that no server has filled in.
    return null
  }
}

/** Only web and mail addresses may become links. */
function link(address: string | null): string {
  return address && /^(https?:\/\/|mailto:)/i.test(address) ? address : ''
}

/** The brand in the content of the page's meta tag. */
export function readBrand(content: string | null | undefined): Brand {
  const given = parsed(content ?? '')
  const text = (key: keyof Brand) => textOf(given, key) ?? neutral[key]
  return {
    product: text('product'),
    company: text('company'),
    aboutUrl: link(textOf(given, 'aboutUrl')),
    contactUrl: link(textOf(given, 'contactUrl')),
    socialUrl: link(textOf(given, 'socialUrl')),
    province: text('province'),
  }
}

export const brand: Brand = readBrand(
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${BRAND_META}"]`)?.content,
)
