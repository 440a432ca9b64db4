/** Set Geofences: until the designer is there, a page that says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function GeofencesPage() {
  return (
    <Page title="Set Geofences">
      <Notice>Drawing geofences is not available yet.</Notice>
    </Page>
  )
}
