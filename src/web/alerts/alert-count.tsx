/** The number of open causes beside the bell in the navigation bar; it keeps the alerts current for all pages that need a login. */
import { createPortal } from 'react-dom'
import { useAlerts, useLiveAlerts } from '../api/alerts.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './alerts.module.css'
import { text } from '../language/frame.text.ts'
import { causesOf } from './causes.ts'

export function AlertCount() {
  useLiveAlerts()
  const { data } = useAlerts()
  const slot = document.querySelector('#open-alerts')
  const waiting = causesOf(data?.open ?? []).filter(({ acknowledged }) => !acknowledged).length
  if (!slot || waiting === 0) return null
  return createPortal(
    <span className={css.count}>
      {waiting}
      <VisuallyHidden> {text.alertsWaiting}</VisuallyHidden>
    </span>,
    slot,
  )
}
