/** Shows size, unwatered area and overlaps of the outline, and why it cannot be saved. */
import { useMemo } from 'react'
import { gridOf } from '../shared/prescription/prescription-cells.ts'
import { areaOfCells, forcedCells } from '../shared/prescription/cell-features.ts'
import { Notice } from '../ui/notice.tsx'
import { OutlineError } from '../shared/pins/outline-error.tsx'
import { NOTABLE_OUTSIDE_M2 } from '../shared/pins/outline-check.ts'
import css from './fence-details.module.css'
import { areaText } from '../shared/pins/pin.text.ts'
import { geofenceText } from '../shared/layers/fence.text.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { Geofence } from '../../contract/geofences.ts'
import type { SystemView } from '../../contract/systems.ts'
import type { OutlineDraft } from '../shared/pins/outline-draft.ts'
import type { Design } from './use-designer.ts'
import { text } from './designer.text.ts'

export interface FenceDetailsProps {
  design: Pick<Design, 'check' | 'draft' | 'unsaved' | 'dispatch'>
  system: SystemView | undefined
  /** Whether the prescription is shown, cell by cell. */
  cells: boolean
  /** Id of the element that explains why nothing can be saved. */
  reasonId: string
}

export function FenceDetails({ design, system, cells, reasonId }: FenceDetailsProps) {
  const { check, draft, unsaved, dispatch } = design
  const { areaM2, outsideM2, overlaps, saveError } = check
  if (draft.pins.length === 0) {
    return saveError ? (
      <p id={reasonId} className={css.soft}>
        {system ? text.placeThreePins : saveError}
      </p>
    ) : null
  }
  return (
    <div className={css.facts}>
      {areaM2 === null ? null : (
        <p className={css.area}>
          {areaText(areaM2)}
          {unsaved ? <span className={css.soft}> {text.notSaved}</span> : null}
        </p>
      )}
      {areaM2 !== null && cells ? <Achievable draft={draft} system={system} /> : null}
      {saveError ? (
        <OutlineError
          check={check}
          reasonId={reasonId}
          saveError={saveError}
          onReorder={(order) => dispatch({ type: 'order', order })}
        />
      ) : null}
      {!saveError && areaM2 !== null && outsideM2 > NOTABLE_OUTSIDE_M2 ? (
        <Notice tone="attention">{text.outsidePivot(areaText(outsideM2))}</Notice>
      ) : null}
      {overlaps.length > 0 ? <Notice>{text.overlaps(overlaps.map(geofenceText).join(', '))}</Notice> : null}
    </div>
  )
}

/** The drawing rounded to whole cells, which is what a machine can water. */
function Achievable({ draft, system }: { draft: OutlineDraft<Geofence>; system: SystemView | undefined }) {
  const percent = draft.saved?.prescription ?? null
  const forcedM2 = useMemo(() => {
    if (!system) return 0
    const grid = gridOf(pivotOf(system))
    return areaOfCells(forcedCells(draft.pins, grid, percent), grid)
  }, [draft.pins, percent, system])
  return <p className={css.soft}>{forcedM2 > 0 ? text.wholeCells(areaText(forcedM2)) : text.tooSmall}</p>
}
