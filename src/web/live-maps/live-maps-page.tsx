/** Live Maps: the moisture of each field as its probes see it now; a small picture each on arrival, and the one that is chosen. */
import { Suspense, lazy, useEffect, useState } from 'react'
import { useLiveMapImages, useMapSystems, useUserId } from '../api/live-maps.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { paths } from '../kit/paths.ts'
import { useTokenStored } from '../kit/use-session.ts'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { usePictureChoice } from '../shared/moisture/picture-choice.ts'
import type { PictureChoice } from '../shared/moisture/picture-choice.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { MAP_NOT_FOUND, NO_TOKEN, NO_USER, fetchFailure } from './live-map.text.ts'
import { LiveMapViewer } from './live-map-viewer.tsx'
import css from './live-maps-page.module.css'

const MoistureExplorer = lazy(async () => {
  const { MoistureExplorer } = await import('../shared/moisture/moisture-explorer.tsx')
  return { default: MoistureExplorer }
})

export function LiveMapsPage() {
  const userId = useUserId()
  const systems = useMapSystems(userId)
  const { name: system, missing, choose } = useChosenSystem(systems.data)
  const [viewing, setViewing] = useState(false)
  const picture = usePictureChoice()
  const [explored, setExplored] = useState<string | null>(null)
  const names = systems.data ?? []
  useMessagesForTheConsole(userId, missing)
  const select = (name: string) => {
    choose(name)
    setExplored(null)
  }
  const explore = () => {
    setViewing(false)
    setExplored(system)
  }
  return (
    <Page title="Live Moisture Maps" hint="Select a System to view its corresponding live map">
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
          // One map a system, named after it, chosen with it.
          <Dropdown
            label="Live Map:"
            value={system}
            options={[{ value: system, label: system }]}
            onChange={() => undefined}
          />
        ) : null}
        <Button variant="primary" wide disabled={!system} onClick={() => setViewing(true)}>
          View Live Map
        </Button>
        {system ? (
          <Button wide onClick={explore}>
            Explore
          </Button>
        ) : null}
      </div>
      <LiveMapsError error={systems.data ? null : systems.error} />
      {viewing && userId !== null && system ? (
        <LiveMapViewer
          userId={userId}
          system={system}
          picture={picture}
          onExplore={explore}
          onClose={() => setViewing(false)}
        />
      ) : null}
      {explored ? (
        <Suspense fallback={<LoadingText>Loading the season…</LoadingText>}>
          <MoistureExplorer key={explored} system={explored} picture={picture} />
        </Suspense>
      ) : (
        <SmallPictures
          userId={userId}
          names={names}
          picture={picture}
          covered={viewing}
          onView={(name) => {
            select(name)
            setViewing(true)
          }}
        />
      )}
      <SystemLinks system={system} here={paths.liveMaps()} />
    </Page>
  )
}

/** What the specification has written to the console alone. */
function useMessagesForTheConsole(userId: number | null, missing: string | null): void {
  const { stored } = useTokenStored()
  useEffect(() => {
    if (!stored) console.error(NO_TOKEN)
    else if (userId === null) console.error(NO_USER)
  }, [stored, userId])
  useEffect(() => {
    if (missing !== null) console.error(MAP_NOT_FOUND, missing)
  }, [missing])
}

interface SmallPicturesProps {
  userId: number | null
  names: readonly string[]
  picture: PictureChoice
  /** Nobody sees them: what is drawn anew is asked for when they are seen again. */
  covered: boolean
  onView: (system: string) => void
}

/** 2 stands before 10. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Every field at once: a press opens the picture. */
function SmallPictures({ userId, names: given, picture, covered, onView }: SmallPicturesProps) {
  const names = given.toSorted(byName.compare)
  const { ramp, shown: layer, paper } = picture
  const urlOf = useLiveMapImages(userId, { ramp, layer, paper })
  const urls = names.map((name) => urlOf(name))
  const [held, setHeld] = useState(urls)
  if (!covered && urls.join(' ') !== held.join(' ')) setHeld(urls)
  return (
    <ul className={css.fields} aria-label="Live maps of all fields">
      {names.map((name, at) => (
        <li key={name}>
          <button type="button" className={css.field} onClick={() => onView(name)}>
            <SmallPicture url={held[at] ?? null} />
            <span className={css.name}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function SmallPicture({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={css.window}>
      {url === null ? null : broken === url ? (
        <span className={css.none}>No picture now</span>
      ) : (
        // named by the words below it
        <img className={css.small} src={url} alt="" loading="lazy" onError={() => setBroken(url)} />
      )}
    </span>
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
