/** The overview of all fields, worst first; collapsed into one line while one of them is open. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldOutlook } from '#contract/balance.ts'
import type { SystemView } from '#contract/systems.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { number } from '../../kit/formats.ts'
import { useValueAfterPaint } from './use-value-after-paint.ts'
import { useOutlooks } from '../../api/outlooks.ts'
import { useUnit } from '../../api/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { SegmentedChoice } from '../../ui/segmented-choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { WaterTexts } from '../status/pass-numbers.tsx'
import { SystemBadge } from '../status/system-badge.tsx'
import { statusOf } from '../status/system-status.ts'
import css from './all-fields.module.css'
import { driestOf, fieldOrders, inOrder, isFound, needsAttention } from './field-order.ts'
import type { FieldOrder } from './field-order.ts'
import { FieldRow, FieldRowToCome, rowsInSight } from './field-row.tsx'
import { doubtWord, outlookHeadline, text } from './overview.text.ts'

/** With more fields than this there is a search. */
const SEARCHED_ABOVE = 8

export interface AllFieldsProps {
  systems: readonly SystemView[]
  live: LiveState
  now: number
  /** Name of the open field; '' without one. */
  chosen: string
  onSelect: (name: string) => void
  /** Called to set one rate for these fields. */
  onRate: (names: readonly string[]) => void
}

export function AllFields(props: AllFieldsProps) {
  const { systems, chosen, onSelect } = props
  const [expandedFor, setExpandedFor] = useState<string | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const expanded = chosen === '' || expandedFor === chosen
  // to hide the list is done at once, to take fifty rows down is not
  const mounted = useValueAfterPaint(expanded)
  if (chosen !== '' && systems.length === 1) return null
  return (
    <section aria-labelledby="all-fields" className={css.fields}>
      <div className={classNames(css.head, !expanded && css.folded)}>
        {chosen === '' ? (
          <h2 id="all-fields">{text.allFields}</h2>
        ) : (
          <h2 id="all-fields">
            <button
              type="button"
              className={css.fold}
              aria-expanded={expanded}
              onClick={() => setExpandedFor(expanded ? null : chosen)}
            >
              {expanded ? (
                <ChevronUp size={20} aria-hidden="true" />
              ) : (
                <ChevronDown size={20} aria-hidden="true" />
              )}
              {text.allOf(number(systems.length))}
            </button>
          </h2>
        )}
        <Needs {...props} brief={!expanded} />
        <Driest systems={systems} now={props.now} brief={!expanded} />
      </div>
      {expanded || mounted ? (
        <div className={css.expanded} hidden={!expanded}>
          <FieldList
            {...props}
            ticked={ticked}
            onTicked={setTicked}
            onSelect={(name) => {
              setExpandedFor(null)
              onSelect(name)
            }}
          />
        </div>
      ) : null}
    </section>
  )
}

/** The number of fields that need attention; while collapsed, a link to the worst of the others. */
function Needs({ systems, live, now, chosen, onSelect, brief }: AllFieldsProps & { brief: boolean }) {
  const needing = inOrder(systems, 'worst', live, now).filter((system) => needsAttention(system, live, now))
  const others = needing.filter(({ name }) => name !== chosen)
  const worst = others[0]
  if (!brief && needing.length === 0)
    return <p className={css.needs}>{noAttentionText(systems, live, now)}</p>
  if (!brief || !worst)
    return <p className={css.needs}>{attentionText(brief ? others.length : needing.length)}</p>
  const status = statusOf(worst, live, now)
  const more = others.length - 1
  return (
    <button
      type="button"
      className={css.worst}
      aria-label={text.showField(
        worst.name,
        status.word,
        more > 0 ? ` ${text.andMoreWarnings(number(more))}` : '',
      )}
      onClick={() => onSelect(worst.name)}
    >
      <strong className={css.name}>{worst.name}</strong> <SystemBadge status={status} />
      {more > 0 ? <span className={css.more}>+{number(more)}</span> : null}
    </button>
  )
}

/** The field that needs water first, if known; while another field is open, only if it needs water within a week. */
function Driest({ systems, now, brief }: Pick<AllFieldsProps, 'systems' | 'now'> & { brief: boolean }) {
  const outlooks = useOutlooks()
  const [driest] = driestOf(systems, outlooks)
  if (!driest || systems.length < 2) return null
  const outlook = outlooks.get(driest.name)
  const className = classNames(css.needs, css.driest)
  if (outlook?.refill_in_days === null) {
    return brief ? null : <p className={className}>{text.noneNeedsWater}</p>
  }
  const headline = outlookHeadline(outlook, now)
  return (
    <p className={className}>
      {text.driestField} <strong className={css.name}>{driest.name}</strong>
      <span className={css.when}>, {headline.charAt(0).toLowerCase() + headline.slice(1)}</span>
    </p>
  )
}

/** Fields that never connected are neither fine nor a problem. */
function noAttentionText(systems: readonly SystemView[], live: LiveState, now: number): string {
  const waiting = systems.filter((system) => statusOf(system, live, now).kind === 'unlinked').length
  if (waiting === 0) return text.noneNeedAttention
  return waiting === 1 ? text.oneNotConnected : text.notConnected(number(waiting))
}

function attentionText(count: number): string {
  if (count === 0) return text.othersFine
  return count === 1 ? text.oneNeedsAttention : text.needAttention(number(count))
}

const orderWords = { worst: text.worst, driest: text.driest, name: text.name } as const satisfies Record<
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
  const hasDriest = driestOf(systems, outlooks).length > 0
  const orders = fieldOrders.filter((option) => hasDriest || option !== 'driest')
  const fields = inOrder(systems, order, live, now, outlooks).filter(({ name }) => isFound(name, search))
  const tick = (name: string, on: boolean) =>
    onTicked(new Set([...ticked, name].filter((fieldName) => on || fieldName !== name)))
  const onRow = useStableActions({ tick, open: onSelect })
  const { unit } = useUnit()
  const words = useWaterTexts(systems, outlooks, now)
  const rowLimit = useValueAfterPaint(Number.POSITIVE_INFINITY, rowsInSight())
  return (
    <>
      {several ? (
        <div className={css.tools}>
          <SegmentedChoice
            label={text.sortBy}
            inlineLabel
            value={order}
            options={orders.map((value) => ({ value, label: orderWords[value] }))}
            onChange={setOrder}
          />
          {systems.length > SEARCHED_ABOVE ? (
            <TextField
              label={text.searchFields}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          ) : null}
        </div>
      ) : null}
      {fields.length === 0 ? (
        <p>
          {text.noFieldCalled(search)} <Button onClick={() => setSearch('')}>{text.showAll}</Button>
        </p>
      ) : null}
      <ul className={css.list}>
        {fields.slice(0, rowLimit).map((system) => (
          <FieldRow
            key={system.name}
            system={system}
            live={live}
            now={now}
            unit={unit}
            current={system.name === chosen}
            water={hasDriest ? words.get(system.name) : undefined}
            ticked={ticked.has(system.name)}
            onTick={several ? onRow.tick : null}
            onOpen={onRow.open}
          />
        ))}
        {fields.slice(rowLimit).map(({ name }) => (
          <FieldRowToCome key={name} />
        ))}
      </ul>
      {ticked.size > 0 ? (
        <div className={css.ticked}>
          <Button variant="quiet" onClick={() => onTicked(new Set())}>
            {text.deselectAll}
          </Button>
          <Button variant="primary" onClick={() => onRate([...ticked])}>
            {text.setOneRate(number(ticked.size))}
          </Button>
        </div>
      ) : null}
    </>
  )
}

interface RowActions {
  tick: (name: string, on: boolean) => void
  open: (name: string) => void
}

/** Stable callbacks that call the latest ones, so that rows need not render again. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const tick = useCallback((name: string, on: boolean) => latest.current.tick(name, on), [])
  const open = useCallback((name: string) => latest.current.open(name), [])
  return { tick, open }
}

/** When each field needs water, as text; memoised. */
function useWaterTexts(
  systems: readonly SystemView[],
  outlooks: ReadonlyMap<string, FieldOutlook>,
  now: number,
): ReadonlyMap<string, WaterTexts> {
  return useMemo(() => {
    const words = (outlook: FieldOutlook | undefined) => ({
      headline: outlookHeadline(outlook, now),
      doubt: doubtWord(outlook),
    })
    return new Map(systems.map(({ name }) => [name, words(outlooks.get(name))]))
  }, [systems, outlooks, now])
}
