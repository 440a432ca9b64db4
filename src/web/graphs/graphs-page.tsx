/** Soil Probe Graphs: until they are drawn, a page that says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function GraphsPage() {
  return (
    <Page title="Soil Probe Graphs">
      <Notice>Soil probe graphs are not available yet.</Notice>
    </Page>
  )
}
