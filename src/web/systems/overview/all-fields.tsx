/** All fields at a glance, worst first; folded into one line while one of them is open. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { FieldOutlook } from '#contract/balance.ts'
import type { SystemView } from '#contract/systems.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { number } from '../../kit/formats.ts'
import { useOutlooks } from '../../api/crops.ts'
import { Button } from '../../ui/button.tsx'
import { SegmentedChoice } from '../../ui/segmented-choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SystemBadge } from '../status/system-badge.tsx'
import { statusOf } from '../status/system-status.ts'
import css from './all-fields.module.css'
import { driestOf, fieldOrders, inOrder, isFound, needsSomebody } from './field-order.ts'
import type { FieldOrder } from './field-order.ts'
import { FieldRow } from './field-row.tsx'

/** So many are seen at a glance. */
const SEARCHED_ABOVE = 8

export interface AllFieldsProps {
  systems: readonly SystemView[]
  live: LiveState
  now: number
  /** Name of the one whose page is open below; '' when none is. */
  chosen: string
  onSelect: (name: string) => void
  /** Sets one rate for the fields of these names. */
  onRate: (names: readonly string[]) => void
}

export function AllFields(props: AllFieldsProps) {
  const { systems, chosen, onSelect } = props
  const [unfoldedAt, setUnfoldedAt] = useState<string | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const unfolded = chosen === '' || unfoldedAt === chosen
  if (chosen !== '' && systems.length === 1) return null
  return (
    <section aria-labelledby="all-fields" className={css.fields}>
      <div className={css.head}>
        {chosen === '' ? (
          <h2 id="all-fields">All fields</h2>
        ) : (
          <h2 id="all-fields">
            <button
              type="button"
              className={css.fold}
              aria-expanded={unfolded}
              onClick={() => setUnfoldedAt(unfolded ? null : chosen)}
            >
              {unfolded ? (
                <ChevronUp size={20} aria-hidden="true" />
              ) : (
                <ChevronDown size={20} aria-hidden="true" />
              )}
              All {number(systems.length)} fields
            </button>
          </h2>
        )}
        <Needs {...props} brief={!unfolded} />
        <Driest systems={systems} />
      </div>
      {unfolded ? (
        <FieldList
          {...props}
          ticked={ticked}
          onTicked={setTicked}
          onSelect={(name) => {
            setUnfoldedAt(null)
            onSelect(name)
          }}
        />
      ) : null}
    </section>
  )
}

/** How many need somebody; while the list is folded, the way to the worst of the others. */
function Needs({ systems, live, now, chosen, onSelect, brief }: AllFieldsProps & { brief: boolean }) {
  const those = inOrder(systems, 'worst', live, now).filter((system) => needsSomebody(system, live, now))
  const others = those.filter(({ name }) => name !== chosen)
  const worst = others[0]
  if (!brief || !worst)
    return <p className={css.needs}>{needWords(brief ? others.length : those.length, brief)}</p>
  const status = statusOf(worst, live, now)
  const more = others.length > 1 ? ` and ${number(others.length - 1)} more` : ''
  return (
    <button
      type="button"
      className={css.worst}
      aria-label={`Show ${worst.name}, ${status.word}${more}`}
      onClick={() => onSelect(worst.name)}
    >
      <strong className={css.name}>{worst.name}</strong> <SystemBadge status={status} />
      {more ? <span>{more}</span> : null}
    </button>
  )
}

/** The field that needs water first, where that is known. */
function Driest({ systems }: Pick<AllFieldsProps, 'systems'>) {
  const outlooks = useOutlooks()
  const [driest] = driestOf(systems, outlooks)
  if (!driest || systems.length < 2) return null
  const words = refillWords(outlooks.get(driest.name))
  return (
    <p className={css.needs}>
      Driest: <strong>{driest.name}</strong>, {words === 'Now' ? 'needs water now' : `refill in ${words}`}
    </p>
  )
}

/** 'Now', '9 h', '3 d'; a tilde where no probe has just said it. */
export function refillWords(outlook: FieldOutlook | undefined): string {
  if (outlook?.state !== 'known') return '–'
  const { refill_in_days: days, doubt } = outlook
  if (days === 0) return 'Now'
  const about = doubt === 'measured' ? '' : '~'
  if (days === null) return `${about}7 d+`
  return about + (days < 1 ? `${Math.max(1, Math.round(days * 24))} h` : `${Math.floor(days)} d`)
}

function needWords(count: number, others: boolean): string {
  if (count === 0) return others ? 'The others are fine.' : 'None needs you.'
  return count === 1 ? '1 needs you.' : `${number(count)} need you.`
}

const orderWords = { worst: 'Worst', driest: 'Driest', name: 'Name' } as const satisfies Record<
  FieldOrder,
  string
>

interface FieldListProps extends AllFieldsProps {
  ticked: ReadonlySet<string>
  onTicked: (ticked: ReadonlySet<string>) => void
}

function FieldList({ systems, live, now, chosen, onSelect, onRate, ticked, onTicked }: FieldListProps) {
  const [order, setOrder] = useState<FieldOrder>('worst')
  const [search, setSearch] = useState('')
  const several = systems.length > 1
  const outlooks = useOutlooks()
  const known = driestOf(systems, outlooks).length > 0
  const orders = fieldOrders.filter((one) => known || one !== 'driest')
  const shown = inOrder(systems, order, live, now, outlooks).filter(({ name }) => isFound(name, search))
  const tick = (name: string, on: boolean) =>
    onTicked(new Set([...ticked, name].filter((one) => on || one !== name)))
  return (
    <>
      {several ? (
        <div className={css.tools}>
          <SegmentedChoice
            label="Sort by"
            inLine
            value={order}
            options={orders.map((value) => ({ value, label: orderWords[value] }))}
            onChange={setOrder}
          />
          {systems.length > SEARCHED_ABOVE ? (
            <TextField
              label="Search fields"
              type="search"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          ) : null}
        </div>
      ) : null}
      {shown.length === 0 ? (
        <p>
          No field is called “{search}”. <Button onClick={() => setSearch('')}>Show all</Button>
        </p>
      ) : null}
      <ul className={css.list}>
        {shown.map((system) => (
          <FieldRow
            key={system.name}
            system={system}
            live={live}
            now={now}
            current={system.name === chosen}
            refill={known ? refillWords(outlooks.get(system.name)) : undefined}
            ticked={ticked.has(system.name)}
            onTick={several ? (on) => tick(system.name, on) : null}
            onOpen={() => onSelect(system.name)}
          />
        ))}
      </ul>
      {ticked.size > 0 ? (
        <div className={css.ticked}>
          <Button variant="quiet" onClick={() => onTicked(new Set())}>
            Untick all
          </Button>
          <Button variant="primary" onClick={() => onRate([...ticked])}>
            Set one rate for {number(ticked.size)}
          </Button>
        </div>
      ) : null}
    </>
  )
}
