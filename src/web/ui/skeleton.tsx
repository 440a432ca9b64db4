/** A placeholder while content loads. */
import css from './skeleton.module.css'
import { classNames } from './class-names.ts'

export interface SkeletonProps {
  /** CSS lengths; full width by default. */
  width?: string
  height?: string
  round?: boolean
}

export function Skeleton({ width = '100%', height = '1.25rem', round }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(css.skeleton, round && css.round)}
      style={{ width, height }}
    />
  )
}
