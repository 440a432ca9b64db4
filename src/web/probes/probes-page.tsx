/** Place Soil Probes: until the map is there, a page that says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function ProbesPage() {
  return (
    <Page title="Place Soil Probes">
      <Notice>Placing soil probes on a map is not available yet.</Notice>
    </Page>
  )
}
