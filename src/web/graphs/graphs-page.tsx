/** Soil Probe Graphs: what the probes of a system said between two days, as pictures and to explore. */
import { databaseName } from '../../contract/graphs.ts'
import { Page } from '../ui/page.tsx'
import { GraphDialogs } from './graph-dialogs.tsx'
import { GraphForm } from './graph-form.tsx'
import { systemOfDatabase } from './graph-words.ts'
import { useGraphRequest } from './use-graph-request.ts'

export function GraphsPage() {
  const request = useGraphRequest()
  const { drawing } = request
  const system = drawing.of ? systemOfDatabase(databaseName(drawing.of.database)) : ''
  return (
    <Page
      title="Soil Probe Graphs"
      hint="Select a System, choose Start & End Dates, then press the Generate button below"
    >
      <GraphForm request={request} />
      <GraphDialogs drawing={drawing} system={system} onExplore={drawing.close} />
    </Page>
  )
}
