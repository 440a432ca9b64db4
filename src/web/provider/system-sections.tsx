/** The read-only sections of a system's page at the desk. */
import type { ComponentType } from 'react'
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import { ago, clock, day, number, quantity } from '../kit/formats.ts'
import { droppedTimes, droppedWords } from '../shared/delivery/connection.text.ts'
import { DeliverySteps } from '../shared/delivery/delivery-steps.tsx'
import { classNames } from '../ui/class-names.ts'
import css from './desk.module.css'
import { Facts, SCROLLS, Section } from './desk-parts.tsx'
import { deliveryWord } from '../shared/delivery/delivery.text.ts'
import { settingWords } from './desk-formats.ts'
import { text } from './desk.text.ts'

interface SystemSectionProps {
  system: DeskSystem
  now: number
}

/** A probe without readings for a day counts as silent. */
const SILENT_MS = 24 * 3_600_000

export function Machine({ system: { view, overhang_m, connected_at }, now }: SystemSectionProps) {
  const { telemetry, time_zone: zone } = view
  const moving = telemetry?.moving ? text.moving : text.machineStopped
  const lastReport: [string, string][] = telemetry
    ? [
        [text.angle, `${number(telemetry.angle_deg, 1)}°`],
        [text.state, `${moving}, ${telemetry.wet ? text.waterOn : text.waterOff}`],
        ...(telemetry.timer_pct === null
          ? []
          : [[text.panel, quantity(telemetry.timer_pct, '%', 0)] as [string, string]]),
        ...(telemetry.pressure_kpa == null
          ? []
          : [[text.pressure, quantity(telemetry.pressure_kpa, 'kPa', 0)] as [string, string]]),
        ...(telemetry.flow_lps == null
          ? []
          : [[text.flow, quantity(telemetry.flow_lps, 'L/s', 1)] as [string, string]]),
      ]
    : []
  return (
    <Section id="machine" title={text.machineTitle}>
      {telemetry ? null : <p className={css.soft}>{text.noTelemetry}</p>}
      <Facts
        facts={[
          [text.lastSeen, view.last_seen ? ago(view.last_seen, now, zone) : text.never],
          ...lastReport,
          [text.place, `${view.latitude.toFixed(5)}, ${view.longitude.toFixed(5)}`],
          [text.towers, `${view.tower_radii_m.map((radius) => number(radius, 1)).join(', ')} m`],
          [text.overhang, quantity(overhang_m, 'm', 1)],
          [text.radius, quantity(view.wetted_radius_m, 'm', 1)],
          [text.arc, view.arc ? `${number(view.arc[0], 0)}° – ${number(view.arc[1], 0)}°` : text.fullCircle],
          [text.timeZone, zone],
          [text.controller, view.controller],
          [text.connectedAt, day(connected_at, zone)],
        ]}
      />
    </Section>
  )
}

export function NewestSetting({ system: { view, history }, now }: SystemSectionProps) {
  const [newest] = history
  return (
    <Section id="newest" title={text.newestSetting}>
      {newest ? (
        <>
          <p>
            {settingWords(newest)} <span className={css.soft}>{newest.who}</span>
          </p>
          <DeliverySteps
            now={now}
            timeZone={view.time_zone}
            delivery={{
              state: newest.delivery,
              times: newest.delivery_times,
              code: newest.delivery_code,
              online: view.online,
              lastSeen: view.last_seen,
            }}
          />
        </>
      ) : (
        <p className={css.soft}>{text.noSetting}</p>
      )}
    </Section>
  )
}

export function History({ system: { view, history } }: SystemSectionProps) {
  if (history.length === 0) return null
  const zone = view.time_zone
  return (
    <Section id="history" title={text.history}>
      <div className={css.box} {...SCROLLS} aria-label={text.history}>
        <table className={classNames(css.table, css.cards)}>
          <thead>
            <tr>
              <th scope="col">{text.when}</th>
              <th scope="col">{text.who}</th>
              <th scope="col">{text.changeColumn}</th>
              <th scope="col">{text.state}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((change) => (
              <tr key={change.settings_rev}>
                <td className={css.soft}>
                  {day(change.when, zone)}, {clock(change.when, zone)}
                </td>
                <td>{change.who}</td>
                <td>{settingWords(change)}</td>
                <td>
                  {deliveryWord(change.delivery)} {change.delivery_code}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

export function Sensors({ system: { view, sensors, batteries }, now }: SystemSectionProps) {
  const batteryOf = new Map(batteries.map((battery) => [battery.probe, battery]))
  return (
    <Section id="readings" title={text.readings}>
      {sensors.length === 0 ? (
        <p className={css.soft}>{text.noReadings}</p>
      ) : (
        <div className={css.box} {...SCROLLS} aria-label={text.readings}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{text.probe}</th>
                <th scope="col">{text.depth}</th>
                <th scope="col">{text.lastSeen}</th>
                {batteries.length > 0 ? <th scope="col">{text.battery}</th> : null}
              </tr>
            </thead>
            <tbody>
              {sensors.map(({ probe, depth_cm, last_at, last_value }) => (
                <tr key={`${probe} ${depth_cm}`}>
                  <th scope="row">{probe}</th>
                  <td>{quantity(depth_cm, 'cm', 0)}</td>
                  <td>
                    {ago(last_at, now, view.time_zone)}, {quantity(last_value, 'm³/m³', 3)}
                    {now - Date.parse(last_at) > SILENT_MS ? `, ${text.silent}` : ''}
                  </td>
                  {batteries.length > 0 ? <td>{batteryWords(batteryOf.get(probe))}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function batteryWords(battery: DeskSystem['batteries'][number] | undefined): string {
  if (!battery) return ''
  const { volts, percent } = battery
  return [volts === null ? [] : quantity(volts, 'V', 2), percent === null ? [] : quantity(percent, '%', 0)]
    .flat()
    .join(', ')
}

const roles = { owner: text.roleOwner, operator: text.roleOperator, viewer: text.roleViewer } as const

export function Members({ system: { members } }: Pick<SystemSectionProps, 'system'>) {
  return (
    <Section id="members" title={text.members}>
      <ul className={css.list}>
        {members.length === 0 ? <li className={css.item}>{text.noOwner}</li> : null}
        {members.map(({ id, name, email, role, active }) => (
          <li key={id} className={css.item}>
            <span className={css.name}>{name}</span>
            <span>{email}</span>
            <span className={css.soft}>
              {roles[role]}
              {active ? '' : `, ${text.disabled}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Connections({ system: { view, connections, dropped }, now }: SystemSectionProps) {
  const zone = view.time_zone
  return (
    <Section id="connections" title={text.connections}>
      {connections.length === 0 ? (
        <p className={css.soft}>{text.noConnections}</p>
      ) : (
        <div className={css.box} {...SCROLLS} aria-label={text.connections}>
          <ul className={css.list}>
            {connections.map(({ state, at }) => (
              <li key={`${at} ${state}`} className={css.item}>
                <span>{state === 'online' ? text.connectedColumn : text.disconnectedColumn}</span>
                <span className={css.soft}>
                  {day(at, zone)}, {clock(at, zone)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <h3>{text.unusableMessages}</h3>
      {dropped.length === 0 ? (
        <p className={css.soft}>{text.noUnusableMessages}</p>
      ) : (
        <ul className={css.list}>
          {dropped.map((message) => (
            <li key={`${message.kind} ${message.reason}`} className={css.item}>
              <span>{droppedWords(message)}</span>
              <span className={css.soft}>{droppedTimes(message, now, zone)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface RevokeProps {
  system: DeskSystem
  id: string
}

export function Credentials({ system, Revoke }: SystemSectionProps & { Revoke: ComponentType<RevokeProps> }) {
  const { view, credentials } = system
  const zone = view.time_zone
  const kinds = { controller: text.controllerCredential, gateway: text.gatewayCredential } as const
  return (
    <Section id="credentials" title={text.credentials}>
      <ul className={css.list}>
        {credentials.map(({ id, kind, issued_at, revoked_at }) => (
          <li key={id} className={css.item}>
            <span className={css.mono}>{id}</span>
            <span>{kinds[kind]}</span>
            <span className={css.soft}>
              {revoked_at
                ? `${text.revoked} ${day(revoked_at, zone)}, ${clock(revoked_at, zone)}`
                : `${text.issued} ${day(issued_at, zone)}, ${text.inUse}`}
            </span>
            {revoked_at === null ? <Revoke system={system} id={id} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
