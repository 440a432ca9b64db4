/** Whether this browser shows push notifications. */
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pushCalls } from '../api/alert-preferences.ts'
import { isFrench } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './alerts.module.css'
import { text } from './alerts.text.ts'

type State = 'looking' | 'cannot' | 'off' | 'on'

export function PushNotifications() {
  const [state, setState] = useState<State>('looking')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    void currentSubscription().then((subscription) =>
      setState(subscription === undefined ? 'cannot' : subscription ? 'on' : 'off'),
    )
  }, [])

  const run = async (action: () => Promise<State>) => {
    setBusy(true)
    setProblem(null)
    try {
      setState(await action())
    } catch (error) {
      setProblem(error instanceof Blocked ? text.pushBlocked : text.pushFailed)
    } finally {
      setBusy(false)
    }
  }

  if (state === 'looking') return null
  return (
    <section aria-labelledby="this-device" className={css.section}>
      <div>
        <h2 id="this-device">{text.thisDevice}</h2>
        <p className={css.time}>{text.deviceHint}</p>
      </div>
      {state === 'cannot' ? <Notice>{text.pushUnsupported}</Notice> : null}
      {state === 'on' ? <Notice tone="done">{text.deviceOn}</Notice> : null}
      {problem ? <Notice tone="attention">{problem}</Notice> : null}
      {state === 'off' ? (
        <Button
          icon={<BellRing size={18} aria-hidden="true" />}
          busy={busy ? text.working : false}
          onClick={() => void run(subscribe)}
        >
          {text.turnOn}
        </Button>
      ) : null}
      {state === 'on' ? (
        <Button busy={busy ? text.working : false} onClick={() => void run(unsubscribe)}>
          {text.turnOff}
        </Button>
      ) : null}
    </section>
  )
}

class Blocked extends Error {}

/** Undefined if the browser does not support push; null if it has no subscription. */
async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(): Promise<State> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Blocked()
  const registration = await navigator.serviceWorker.ready
  const { public_key: key } = await pushCalls.key()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  await pushCalls.subscribe({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    language: isFrench() ? 'fr' : 'en',
  })
  return 'on'
}

async function unsubscribe(): Promise<State> {
  const subscription = await currentSubscription()
  if (subscription) {
    await pushCalls.unsubscribe(subscription.endpoint)
    await subscription.unsubscribe()
  }
  return 'off'
}
