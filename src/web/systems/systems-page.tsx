/** Set Systems: the customer's systems and their settings. */
import { Page } from '../ui/page.tsx'

export function SystemsPage() {
  return <Page title="Set Systems" />
}
