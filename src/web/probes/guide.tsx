/** Live guidance to a probe: distance, direction, and arrival. */
import { Navigation2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { bearingAndDistance } from '../../agronomy/pivot/pivot-geometry.ts'
import type { DevicePosition } from '../kit/device-position.ts'
import { useNow } from '../kit/use-now.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './guide.module.css'
import type { ProbeMarker } from './placement-draft.ts'
import { accuracyText, bearingText, distanceText, lastKnownText, turnText, text } from './probe.text.ts'
import type { DevicePositionState } from './use-device-position.ts'

/** Closer than this counts as arrived. */
const ARRIVED_M = 5
/** Distance between announcements: a screen reader that never stops is ignored. */
const ANNOUNCE_EVERY_M = 20
const TICK_MS = 10_000

export interface GuideProps {
  probe: ProbeMarker
  device: DevicePositionState
  onStop: () => void
}

export function Guide({ probe, device, onStop }: GuideProps) {
  const now = useNow(TICK_MS)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that opens it is in a list further down the page.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={css.guide} aria-labelledby="guide-heading">
      <header className={css.header}>
        <h2 id="guide-heading" ref={heading} tabIndex={-1}>
          {text.directionToProbe(probe.number)}
        </h2>
        <Button icon={<X size={20} aria-hidden="true" />} onClick={onStop}>
          {text.stopGuiding}
        </Button>
      </header>
      {device.place ? (
        <>
          <Direction probe={probe} place={device.place} />
          {device.error ? (
            <Notice tone="attention">
              {device.error} {lastKnownText(device.place, now)}
            </Notice>
          ) : null}
        </>
      ) : (
        <Notice tone="attention">{device.error ?? text.positionUnknown}</Notice>
      )}
    </section>
  )
}

function Direction({ probe, place }: { probe: ProbeMarker; place: DevicePosition }) {
  const { bearing, distance } = bearingAndDistance(place, probe)
  const { headingDeg, accuracyM } = place
  const arrived = distance <= ARRIVED_M
  const turn = headingDeg === null ? '' : `, ${turnText(bearing, headingDeg)}`
  const announced = Math.ceil(distance / ANNOUNCE_EVERY_M) * ANNOUNCE_EVERY_M
  return (
    <>
      <div className={css.way}>
        <Navigation2
          className={css.arrow}
          size={56}
          aria-hidden="true"
          style={{ rotate: `${bearing - (headingDeg ?? 0)}deg` }}
        />
        <p className={css.distance}>{distanceText(distance)}</p>
        <p className={css.bearing}>
          {arrived ? text.arrived : `${bearingText(bearing)}${turn}`}
          <span>
            {text.positionAccuracy(
              headingDeg === null ? `${text.upNorth} ` : `${text.upAhead} `,
              accuracyText(accuracyM),
            )}
          </span>
        </p>
      </div>
      <VisuallyHidden>
        <output>
          {arrived ? text.atProbe(probe.number) : text.nearProbe(distanceText(announced), probe.number)}
        </output>
      </VisuallyHidden>
    </>
  )
}
