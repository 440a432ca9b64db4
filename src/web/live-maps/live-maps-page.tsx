/** Live Maps: the moisture of a field as its probes see it now. */
import { Page } from '../ui/page.tsx'

export function LiveMapsPage() {
  return <Page title="Live Moisture Maps" hint="Select a System to view its corresponding live map" />
}
