/** The list of soil zones: soil, share of the circle, and certainty. */
import { Check, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SoilZone } from '../../contract/soil-zones.ts'
import { useDeleteSoilZone, useSaveSoilZone } from '../api/soil-zones.ts'
import { errorMessage } from '../kit/call-error.ts'
import { areaText } from '../shared/pins/pin.text.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './soil-zone-list.module.css'
import { SOURCES, zoneSoilText, text } from './soil-zone.text.ts'
import type { SoilZonesState } from './use-soil-zones.ts'
import { heaviness } from './zone-features.ts'

const ICON = 20

export function SoilZoneList({ state }: { state: SoilZonesState }) {
  const { name, zones } = state.field
  if (name === '') return null
  const { data } = zones
  return (
    <section className={css.section} aria-labelledby="zones-heading">
      <h2 id="zones-heading">{text.soilZonesOf(name)}</h2>
      {zones.isPending ? <LoadingText>{text.loadingSoilZones}</LoadingText> : null}
      {zones.isError && !data ? (
        <Notice tone="attention" onRetry={() => void zones.refetch()} retrying={zones.isFetching}>
          {text.zonesNotFetched(name, errorMessage(zones.error))}
        </Notice>
      ) : null}
      {data?.length === 0 ? <p className={css.soft}>{text.noneYet}</p> : null}
      {data && data.length > 1 ? <p className={css.soft}>{text.overlapHint}</p> : null}
      <ul className={css.list} aria-label={text.listTitle}>
        {data?.toReversed().map((zone) => (
          <ZoneEntry key={zone.id} zone={zone} state={state} />
        ))}
      </ul>
    </section>
  )
}

interface ZoneEntryProps {
  zone: SoilZone
  state: SoilZonesState
}

function ZoneEntry({ zone, state }: ZoneEntryProps) {
  const { mayChange, name } = state.field
  const [sure, setSure] = useState(false)
  const remove = useDeleteSoilZone(name)
  const confirm = useConfirmZone(name)
  const error = remove.error ?? confirm.error
  const isChosen = state.stored?.id === zone.id
  const confirmDelete = async () => {
    try {
      // not a callback of `mutate`, which is dropped with this entry when the list is fetched first
      await remove.mutateAsync(zone.id)
      state.discard(zone.id)
    } catch {
      // told below
    }
  }
  return (
    <li className={css.entry} aria-current={isChosen ? 'true' : undefined}>
      <Swatch fieldCapacity={zone.limits.field_capacity} />
      <div className={css.words}>
        <p className={css.name}>{zone.name}</p>
        <p>{zoneSoilText(zone)}.</p>
        <p className={css.soft}>{text.insideCircle(areaText(zone.inside_m2), SOURCES[zone.source])}</p>
        {zone.confirmed ? (
          <StatusBadge tone="running" word={text.confirmed} />
        ) : (
          <StatusBadge tone="attention" word={text.guessed} />
        )}
      </div>
      {mayChange && sure ? (
        <ConfirmDelete
          zone={zone}
          busy={remove.isPending}
          onCancel={() => {
            remove.reset()
            setSure(false)
          }}
          onConfirm={() => void confirmDelete()}
        />
      ) : null}
      {mayChange && !sure ? (
        <div className={css.actions}>
          {zone.confirmed ? null : (
            <Button
              icon={<Check size={ICON} aria-hidden="true" />}
              aria-label={text.confirmNamed(zone.name)}
              busy={confirm.isPending ? text.saving : false}
              onClick={() => confirm.of(zone)}
            >
              {text.confirm}
            </Button>
          )}
          <Button
            icon={<Pencil size={ICON} aria-hidden="true" />}
            aria-label={text.editNamed(zone.name)}
            pressed={isChosen}
            onClick={() => state.open(isChosen ? null : zone)}
          >
            {text.edit}
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 size={ICON} aria-hidden="true" />}
            aria-label={text.deleteNamed(zone.name)}
            onClick={() => setSure(true)}
          >
            {text.delete}
          </Button>
        </div>
      ) : null}
      {error ? (
        <div className={css.fault}>
          <Notice tone="fault">{errorMessage(error)}</Notice>
        </div>
      ) : null}
    </li>
  )
}

/** Confirms the saved zone without the unsaved edits, which stay on the map. */
function useConfirmZone(system: string) {
  const save = useSaveSoilZone()
  const of = (zone: SoilZone) => {
    const { id, name, texture, field_capacity, wilting_point, polygons } = zone
    const body = { name, texture, field_capacity, wilting_point, polygons, confirmed: true }
    save.mutate({ system, id, body, seen: zone })
  }
  return { of, isPending: save.isPending, error: save.error }
}

/** The colour of the zone on the map. */
export function Swatch({ fieldCapacity }: { fieldCapacity: number | null }) {
  const heavy = fieldCapacity === null ? null : Math.round(heaviness(fieldCapacity) * 100)
  const background =
    heavy === null
      ? 'var(--stopped)'
      : `color-mix(in srgb, var(--map-soil-heavy) ${String(heavy)}%, var(--map-soil-light))`
  return <span className={css.swatch} style={{ background }} aria-hidden="true" />
}

interface ConfirmDeleteProps {
  zone: SoilZone
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

function ConfirmDelete({ zone, busy, onCancel, onConfirm }: ConfirmDeleteProps) {
  const keep = useRef<HTMLButtonElement>(null)
  // it replaces the clicked button, so it takes over the focus
  useEffect(() => keep.current?.focus(), [])
  return (
    <div className={css.actions}>
      <p>{text.deleteForGood(zone.name)}</p>
      <Button ref={keep} onClick={onCancel}>
        {text.keepIt}
      </Button>
      <Button variant="danger" busy={busy ? text.deleting : false} onClick={onConfirm}>
        {text.yesDelete}
      </Button>
    </div>
  )
}
