/** Historic Moisture Maps: until they are drawn, a page that says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function HistoricMapsPage() {
  return (
    <Page title="Historic Moisture Maps">
      <Notice>Historic moisture maps are not available yet.</Notice>
    </Page>
  )
}
