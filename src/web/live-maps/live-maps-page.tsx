/** Live Maps: the moisture of a field as its probes see it now. */
import { Suspense, lazy, useState } from 'react'
import { useMapSystems, useUserId } from '../api/live-maps.ts'
import { usePictureChoice } from '../shared/moisture/picture-choice.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { fetchFailure } from './live-map.text.ts'
import { LiveMapViewer } from './live-map-viewer.tsx'
import css from './live-maps-page.module.css'
import { Dialog } from '../ui/dialog.tsx'

const MoistureExplorer = lazy(async () => {
  const { MoistureExplorer } = await import('../shared/moisture/moisture-explorer.tsx')
  return { default: MoistureExplorer }
})

export function LiveMapsPage() {
  const userId = useUserId()
  const systems = useMapSystems(userId)
  const [system, setSystem] = useState('')
  const [map, setMap] = useState('')
  const [viewing, setViewing] = useState(false)
  const picture = usePictureChoice()
  const [explored, setExplored] = useState<string | null>(null)
  const names = systems.data ?? []
  const select = (name: string) => {
    setSystem(name)
    // One map a system, named after it, chosen with it.
    setMap(name)
    setExplored(null)
  }
  const explore = () => {
    setViewing(false)
    setExplored(system)
  }
  return (
    <Page
      title="Live Moisture Maps"
      hint="Select a System to view its corresponding live map"
      narrow={explored === null}
    >
      <div className={css.choices}>
        <Dropdown
          label="Select System:"
          placeholder={systems.isPending ? 'Loading systems...' : 'Select System'}
          value={system}
          options={names.map((name) => ({ value: name, label: name }))}
          disabled={systems.isPending || names.length === 0}
          onChange={select}
        />
        {systems.data?.length === 0 ? <Notice>No systems are connected to your account yet.</Notice> : null}
        {systems.isError && !systems.data ? (
          <Notice tone="attention" onRetry={() => void systems.refetch()} retrying={systems.isFetching}>
            {fetchFailure(systems.error)}
          </Notice>
        ) : null}
        {system ? (
          <Dropdown
            label="Live Map:"
            value={map}
            placeholder="Select Live Map"
            options={[{ value: system, label: system }]}
            onChange={setMap}
          />
        ) : null}
        <Button variant="primary" wide disabled={!system || !map} onClick={() => setViewing(true)}>
          View Live Map
        </Button>
        {system && map ? (
          <Button wide onClick={explore}>
            Explore
          </Button>
        ) : null}
      </div>
      <LiveMapsError error={systems.data ? null : systems.error} />
      {viewing && userId !== null && map ? (
        <LiveMapViewer
          userId={userId}
          system={map}
          picture={picture}
          onExplore={explore}
          onClose={() => setViewing(false)}
        />
      ) : null}
      {explored ? (
        <Suspense fallback={<LoadingText>Loading the season…</LoadingText>}>
          <MoistureExplorer key={explored} system={explored} picture={picture} />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** The overlay 'Error' of this screen; once closed it stays closed for the same failure. */
function LiveMapsError({ error }: { error: Error | null }) {
  const [closed, setClosed] = useState<Error | null>(null)
  return (
    <Dialog open={error !== null && error !== closed} title="Error" onClose={() => setClosed(error)}>
      <p>{fetchFailure(error)}</p>
    </Dialog>
  )
}
