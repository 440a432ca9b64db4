/** Groups alerts by cause; separate from their texts, because the bell counts them on every page. */
import { ALERT_KINDS, type AlertView } from '../../contract/alerts/alerts.ts'

/** Alerts of one cause, the most urgent first. */
export interface AlertCause {
  id: number
  system: string
  alerts: AlertView[]
  acknowledged: AlertView['acknowledged']
}

/** Causes in the order of their first alert. */
export function causesOf(alerts: readonly AlertView[]): AlertCause[] {
  return [...Map.groupBy(alerts, ({ cause }) => cause)].map(([id, causeAlerts]) => ({
    id,
    system: causeAlerts[0]?.system ?? '',
    alerts: causeAlerts.toSorted((a, b) => ALERT_KINDS.indexOf(a.kind) - ALERT_KINDS.indexOf(b.kind)),
    acknowledged: causeAlerts[0]?.acknowledged ?? null,
  }))
}
