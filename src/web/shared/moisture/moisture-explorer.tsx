/** The explorer of both map pages: moisture by day and depth, compared with another day, and its uncertainty. */
import { lazy, useEffect, useRef, useState } from 'react'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import type { NextProbe } from '#contract/maps.ts'
import { useNextProbe } from '../../api/maps.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PictureAndForm } from '../../ui/page.tsx'
import { DaySlider } from './day-slider.tsx'
import { ExplorerChoices } from './explorer-choices.tsx'
import { MapFrame } from '../../map/map-frame.tsx'
import css from './moisture-explorer.module.css'
import { valueAt, volumeOf } from './moisture-frames.ts'
import { MoistureLegend } from './moisture-legend.tsx'
import { ProbeTable, SectorTable } from './moisture-tables.tsx'
import {
  betweenWords,
  classText,
  coverText,
  dayText,
  fencedText,
  machineText,
  placeText,
  shareText,
  valueText,
  waterText,
} from './moisture-sentences.text.ts'
import { text } from './moisture.text.ts'
import type { PictureChoice } from './picture-choice.ts'
import { useExplorer } from './use-explorer.ts'
import type { Explorer, ExplorerStart } from './use-explorer.ts'
import { loadWithRetry } from '../../kit/load-with-retry.ts'

const MoistureMap = lazy(async () => {
  const { MoistureMap } = await loadWithRetry(() => import('./moisture-map.tsx'))
  return { default: MoistureMap }
})

export interface MoistureExplorerProps {
  system: string
  days?: ExplorerStart['days']
  picture: PictureChoice
}

export function MoistureExplorer({ system, days, picture }: MoistureExplorerProps) {
  const explorer = useExplorer({ system, days, picture })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  const { series, data } = explorer
  return (
    <section className={css.explorer} aria-labelledby="explorer">
      <h2 id="explorer" ref={heading} tabIndex={-1}>
        {text.dayByDay(system)}
      </h2>
      {series.isPending ? <LoadingText>{text.loadingSeason}</LoadingText> : null}
      {series.isError ? (
        <Notice tone="attention" onRetry={() => void series.refetch()} retrying={series.isFetching}>
          {errorMessage(series.error)}
        </Notice>
      ) : null}
      {data && data.days.length === 0 ? <Notice>{text.noReadingsYet(system)}</Notice> : null}
      {data && data.days.length > 0 ? <Loaded explorer={explorer} picture={picture} /> : null}
    </section>
  )
}

function Loaded({ explorer, picture }: { explorer: Explorer; picture: PictureChoice }) {
  const { data, day, shown, pivot, layer } = explorer
  const [best, setBest] = useState(false)
  if (!data || !day || !pivot) return null
  const cover = coverText(data.cover, data.root_depth_in)
  const fenced = fencedText(data.probes)
  return (
    <PictureAndForm
      picture={
        <>
          <Picture explorer={explorer} best={best} />
          <DaySlider
            days={data.days}
            at={explorer.at}
            playing={explorer.playing}
            onDay={explorer.setAt}
            onPlay={explorer.setPlaying}
          />
        </>
      }
      form={
        <div className={css.facts}>
          <ExplorerChoices explorer={explorer} picture={picture} best={best} onBest={setBest} />
          {cover ? <Notice tone="attention">{cover}</Notice> : null}
          {shown ? <MoistureLegend data={data} layer={layer} shown={shown} /> : null}
          {fenced ? <p className={css.soft}>{fenced}</p> : null}
          <details>
            <summary>{text.sectorTable}</summary>
            {shown ? (
              <SectorTable map={shown.map} pivot={pivot} layer={layer} />
            ) : (
              <p>{noMapText(explorer)}</p>
            )}
          </details>
          <details>
            <summary>{text.probes}</summary>
            <ProbeTable data={data} day={day} />
          </details>
          <p className={css.soft}>{text.meanOfDay(betweenWords(day))}</p>
        </div>
      }
    />
  )
}

/** The map with the value under the pointer, or at the place clicked last. */
function Picture({ explorer, best }: { explorer: Explorer; best: boolean }) {
  const { data, day, pivot, shown, layer, machine } = explorer
  const [hovered, setHovered] = useState<LatLng | null>(null)
  const [clicked, setClicked] = useState<LatLng | null>(null)
  const { data: next } = useNextProbe(data?.system ?? '', best)
  if (!data || !day || !pivot) return null
  const place = hovered ?? clicked
  const value = place && shown ? valueAt(shown.map, pivot, place) : null
  return (
    <>
      <MapFrame loadingText={text.loadingMap} fallback={text.tablesHint}>
        <MoistureMap
          label={text.mapAlt(data.system, dayText(day.day))}
          pivot={pivot}
          painted={shown && { ...shown, pivot }}
          probes={data.probes.map(({ number, latitude, longitude, fenced }, i) => ({
            number,
            place: { lat: latitude, lng: longitude },
            state: day.states[i] ?? 'silent',
            fenced,
          }))}
          best={best ? placeOf(next) : null}
          machine={machine}
          onPoint={setHovered}
          onPress={setClicked}
        />
      </MapFrame>
      <p className={css.readout}>
        {place && value !== null ? (
          <>
            <strong>{valueText(layer, value)}</strong> {soilText(explorer, place)}{' '}
            <span className={css.soft}>{placeText(pivot, place)}</span>
          </>
        ) : (
          <span className={css.soft}>{shown ? text.readHint : noMapText(explorer)}</span>
        )}
      </p>
      {machine && data ? <p className={css.soft}>{machineText(machine, data.time_zone)}</p> : null}
    </>
  )
}

/** The class at a place, and its water in the other unit. */
function soilText({ data, pivot, shares, soils, layer }: Explorer, place: LatLng): string {
  if (!data || !pivot || !shares || !soils || layer === 'change' || layer === 'uncertainty') return ''
  const share = valueAt(shares, pivot, place)
  const volume = valueAt(volumeOf(shares, soils), pivot, place)
  if (share === null || volume === null) return ''
  const otherUnit = layer === 'volume' ? text.available(shareText(share)) : text.byVolume(waterText(volume))
  return `${classText(data, share)}, ${otherUnit}`
}

function placeOf(next: NextProbe | undefined): LatLng | null {
  if (!next || next.latitude === null || next.longitude === null) return null
  return { lat: next.latitude, lng: next.longitude }
}

function noMapText({ data, day, since, layer, uncertainty }: Explorer): string {
  if (!data || !day) return ''
  if (data.probes.length === 0) return text.noProbesInCircle
  if (day.map === null) return text.noUsableReadingOn(dayText(day.day))
  if (layer === 'change') return text.noMapToCompare(since ? dayText(since) : text.thatDay)
  return layer === 'uncertainty' && !uncertainty ? text.computingUncertainty : text.noMapOfDay
}
