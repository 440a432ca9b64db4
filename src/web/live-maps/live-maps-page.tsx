/** Live Maps: the current moisture of each field; thumbnails first, then the selected map. */
import { Suspense, lazy, memo, useEffect, useState } from 'react'
import { useLiveMapImages, useMapSystems, useUserId } from '../api/live-maps.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { paths } from '../kit/paths.ts'
import { useSession, useTokenStored } from '../kit/use-session.ts'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { usePictureChoice } from '../shared/moisture/picture-choice.ts'
import type { PictureChoice } from '../shared/moisture/picture-choice.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { MAP_NOT_FOUND, NO_TOKEN, NO_USER, fetchFailure, text } from './live-map.text.ts'
import { LiveMapViewer } from './live-map-viewer.tsx'
import { classNames } from '../ui/class-names.ts'
import css from './live-maps-page.module.css'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const MoistureExplorer = lazy(async () => {
  const { MoistureExplorer } = await loadWithRetry(() => import('../shared/moisture/moisture-explorer.tsx'))
  return { default: MoistureExplorer }
})

export function LiveMapsPage() {
  const userId = useUserId()
  const systems = useMapSystems(userId)
  const { name: system, missing, choose } = useChosenSystem(systems.data)
  const [viewing, setViewing] = useState(false)
  const picture = usePictureChoice()
  const [exploring, setExploring] = useState<string | null>(null)
  useConsoleMessages(userId, missing)
  const select = (name: string) => {
    choose(name)
    setExploring(null)
  }
  const explore = () => {
    setViewing(false)
    setExploring(system)
  }
  return (
    <Page title={text.title} hint={text.pageHint}>
      <MapChoices
        systems={systems}
        system={system}
        onSelect={select}
        onView={() => setViewing(true)}
        onExplore={explore}
      />
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
      {exploring ? (
        <Suspense fallback={<LoadingText>{text.loadingSeason}</LoadingText>}>
          <MoistureExplorer key={exploring} system={exploring} picture={picture} />
        </Suspense>
      ) : (
        <SmallPictures
          userId={userId}
          names={systems.data ?? []}
          picture={picture}
          hidden={viewing}
          onView={(name) => {
            select(name)
            setViewing(true)
          }}
        />
      )}
      <SystemLinks system={system} currentPath={paths.liveMaps()} />
    </Page>
  )
}

interface MapChoicesProps {
  systems: ReturnType<typeof useMapSystems>
  system: string
  onSelect: (name: string) => void
  onView: () => void
  onExplore: () => void
}

function MapChoices({ systems, system, onSelect, onView, onExplore }: MapChoicesProps) {
  const names = systems.data ?? []
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.systemLabel}
        placeholder={systems.isPending ? text.loadingSystems : text.selectSystem}
        value={system}
        options={names.map((name) => ({ value: name, label: name }))}
        disabled={systems.isPending || names.length === 0}
        onChange={onSelect}
      />
      {systems.data?.length === 0 ? <Notice>{text.noSystems}</Notice> : null}
      {systems.isError && !systems.data ? (
        <Notice tone="attention" onRetry={() => void systems.refetch()} retrying={systems.isFetching}>
          {fetchFailure(systems.error)}
        </Notice>
      ) : null}
      {system ? (
        // One map per system, with its name.
        <Dropdown
          label={text.liveMapLabel}
          value={system}
          options={[{ value: system, label: system }]}
          onChange={() => undefined}
        />
      ) : null}
      <Button variant="primary" wide disabled={!system} onClick={onView}>
        {text.viewLiveMap}
      </Button>
      {system ? (
        <Button wide onClick={onExplore}>
          {text.explore}
        </Button>
      ) : null}
    </div>
  )
}

/** Messages that the specification wants in the console only. */
function useConsoleMessages(userId: number | null, missing: string | null): void {
  const { stored } = useTokenStored()
  // the id of a stored user is known even without an answer
  const fetched = useSession(({ server }) => server === 'responding') && userId !== null
  useEffect(() => {
    if (!stored) console.error(NO_TOKEN)
    else if (!fetched) console.error(NO_USER)
  }, [stored, fetched])
  useEffect(() => {
    if (missing !== null) console.error(MAP_NOT_FOUND, missing)
  }, [missing])
}

interface SmallPicturesProps {
  userId: number | null
  names: readonly string[]
  picture: PictureChoice
  /** Hidden behind the viewer: redrawn pictures are loaded when they are visible again. */
  hidden: boolean
  onView: (system: string) => void
}

/** Thumbnails of all fields; a click opens the picture. */
function SmallPictures({ userId, names, picture, hidden, onView }: SmallPicturesProps) {
  const { ramp, shown: layer, paper } = picture
  const urlOf = useLiveMapImages(userId, { ramp, layer, paper })
  const urls = names.map((name) => urlOf(name))
  const [visibleUrls, setVisibleUrls] = useState(urls)
  if (!hidden && urls.join(' ') !== visibleUrls.join(' ')) setVisibleUrls(urls)
  return (
    <ul className={css.fields} aria-label={text.allFields}>
      {names.map((name, at) => (
        <li key={name}>
          <button type="button" className={css.field} onClick={() => onView(name)}>
            <SmallPicture url={visibleUrls[at] ?? null} />
            <span className={css.name}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Memoised: the dialog that opens before all of them would else render each again. */
const SmallPicture = memo(function SmallPicture({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  const [drawn, setDrawn] = useState(false)
  const [fieldTop, setFieldTop] = useState<number | null>(null)
  return (
    <span className={classNames(css.window, !drawn && broken === null && css.waits)}>
      {url === null ? null : broken === url ? (
        <span className={css.none}>{text.noPicture}</span>
      ) : (
        // labelled by the text below
        <img
          className={css.small}
          // the top of the field is measured after loading
          style={
            drawn
              ? fieldTop === null
                ? undefined
                : { marginTop: `${-100 * fieldTop}%` }
              : { visibility: 'hidden' }
          }
          src={url}
          alt=""
          loading="lazy"
          onLoad={(event) => {
            setDrawn(true)
            setFieldTop(headingShare(event.currentTarget))
          }}
          onError={() => setBroken(url)}
        />
      )}
    </span>
  )
})

/** Top of the field in a picture, as a share of its width; a long name adds a line to the heading. Found by the blank rows below the heading; null if there are none, or if the pixels cannot be read.
 */
function headingShare(image: HTMLImageElement): number | null {
  const { naturalWidth: width, naturalHeight: height } = image
  const context = new OffscreenCanvas(1, height).getContext('2d')
  if (!context) return null
  context.drawImage(image, Math.floor(width / 2), 0, 1, height, 0, 0, 1, height)
  const { data } = context.getImageData(0, 0, 1, height)
  const opaque = (row: number) => (data[4 * row + 3] ?? 0) > 0
  const rows = Array.from({ length: height }, (_, row) => row)
  const gap = rows.find((row) => row > 0 && !opaque(row) && opaque(row - 1))
  return gap === undefined ? null : gap / width
}

/** The overlay 'Error' of this screen; once closed it stays closed for the same failure. */
function LiveMapsError({ error }: { error: Error | null }) {
  const [closed, setClosed] = useState<Error | null>(null)
  return (
    <Dialog open={error !== null && error !== closed} title={text.error} onClose={() => setClosed(error)}>
      <p>{fetchFailure(error)}</p>
    </Dialog>
  )
}
