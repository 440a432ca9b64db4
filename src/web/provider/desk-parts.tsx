/** Components shared by the desk's pages. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Need } from '../../contract/accounts/desk.ts'
import { paths } from '../kit/paths.ts'
import { StatusBadge, type StatusTone } from '../ui/status-badge.tsx'
import css from './desk.module.css'
import { NEED_WORDS } from './desk.text.ts'

/** Makes a scrolling box focusable, so that it scrolls by keyboard. */
export const SCROLLS = { tabIndex: 0, role: 'group' } as const

const tones: Record<Need, StatusTone> = {
  fault: 'fault',
  rejected: 'fault',
  undelivered: 'attention',
  offline: 'fault',
  silent_probes: 'attention',
  ownerless: 'attention',
  waiting: 'plain',
}

export function NeedBadge({ need }: { need: Need }) {
  return <StatusBadge tone={tones[need]} word={NEED_WORDS[need]} />
}

export function SystemLink({ name }: { name: string }) {
  return (
    <Link to={paths.deskSystem(name)} className={css.name}>
      {name}
    </Link>
  )
}

/** A section of a page, labelled by its heading. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={css.section}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface SectionProps {
  id: string
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
