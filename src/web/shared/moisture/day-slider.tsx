/** The day slider of a season, with a play button. */
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import css from './day-slider.module.css'
import { dayText } from './moisture-sentences.text.ts'
import { text } from './moisture.text.ts'

export interface DaySliderProps {
  days: readonly { day: string; map: number | null }[]
  at: number
  playing: boolean
  onDay: (index: number) => void
  onPlay: (playing: boolean) => void
}

export function DaySlider({ days, at, playing, onDay, onPlay }: DaySliderProps) {
  const day = days[at]
  const last = days.length - 1
  const shownDay = day ? `${dayText(day.day)}${day.map === null ? text.withoutMap : ''}` : ''
  return (
    <div className={css.slider}>
      <div className={css.row}>
        <Button
          icon={playing ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
          onClick={() => onPlay(!playing)}
          disabled={last < 1}
        >
          {playing ? text.pause : text.play}
        </Button>
        <output className={css.day} aria-live="off">
          {day ? dayText(day.day) : ''}
        </output>
        <Button variant="quiet" aria-label={text.dayBefore} disabled={at <= 0} onClick={() => onDay(at - 1)}>
          <SkipBack size={20} aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          aria-label={text.dayAfter}
          disabled={at >= last}
          onClick={() => onDay(at + 1)}
        >
          <SkipForward size={20} aria-hidden="true" />
        </Button>
      </div>
      <input
        type="range"
        className={css.range}
        min={0}
        max={Math.max(0, last)}
        value={at}
        disabled={last < 1}
        aria-label={text.day}
        aria-valuetext={shownDay}
        onChange={(event) => onDay(Number(event.currentTarget.value))}
      />
      <div className={css.ends} aria-hidden="true">
        <span>{days[0] ? dayText(days[0].day) : ''}</span>
        <span>{days[last] ? dayText(days[last].day) : ''}</span>
      </div>
    </div>
  )
}
