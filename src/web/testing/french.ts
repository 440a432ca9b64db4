/** First import of a test on a French page (`.french.test.tsx`): sets the French texts before the product is loaded. */
import { tables } from '../french/french.ts'
import { setFrenchTexts } from '../language/language.ts'

setFrenchTexts(tables)
document.documentElement.lang = 'fr-CA'
