/** Calls for live maps: the systems that have one, and the URL of the newest picture. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveMapPath } from '../../contract/maps.ts'
import type { PictureChoice } from '../../contract/maps.ts'
import { fetchSystemsAnswer, systemPaths } from '../../contract/systems.ts'
import { client } from '../kit/client.ts'
import { compareNames } from '../kit/name-order.ts'
import { claimsOf } from '../kit/token.ts'
import { useSession } from '../kit/use-session.ts'
import { liveStream, useLive } from '../kit/live-stream.ts'
import { useArmMoved } from './maps.ts'

const keyOf = (userId: number) => ['fetch-systems', userId] as const

/** The id of the loaded user, else the one in the token. */
export function useUserId(): number | null {
  return useSession(({ user, access }) => user?.id ?? claimsOf(access ?? '')?.userId ?? null)
}

export function useMapSystems(userId: number | null) {
  return useQuery({
    queryKey: keyOf(userId ?? 0),
    enabled: userId !== null,
    queryFn: async ({ signal }) => {
      const path = `${systemPaths.fetchSystems}?userId=${userId}`
      const { systems } = await client.get(path, fetchSystemsAnswer, { signal, credential: 'cookie' })
      return systems.toSorted(compareNames)
    },
  })
}

/** URLs of the newest pictures of several systems, each changed when a new one is drawn; null until the cookie is valid. */
export function useLiveMapImages(userId: number | null, choice: PictureChoice) {
  const [drawn, setDrawn] = useState<Readonly<Record<string, number>>>({})
  const [requestedAt, setRequestedAt] = useState(() => Date.now())
  const [wasOpen, setWasOpen] = useState(() => liveStream.status.getState().state === 'open')
  const [ready, setReady] = useState(false)
  useLive(
    (event) => {
      if (event.name === 'map') setDrawn((before) => ({ ...before, [event.data.system]: Date.now() }))
    },
    () => {
      // opened again: a map may have been drawn meanwhile
      if (wasOpen) setRequestedAt(Date.now())
      setWasOpen(true)
    },
  )
  useEffect(() => {
    let current = true
    // Without an answer, the images show their own error.
    const show = () => current && setReady(true)
    client.freshen().then(show, show)
    return () => {
      current = false
    }
  }, [])
  return (system: string): string | null =>
    ready && userId !== null
      ? liveMapPath(userId, system, Math.max(drawn[system] ?? 0, requestedAt), choice)
      : null
}

export interface LiveMapImage {
  /** Null until the read cookie is valid: an `<img>` cannot renew it. */
  url: string | null
  redraw: () => void
}

/** The picture of one system, refetched when a new one is drawn and when the arm has moved. */
export function useLiveMapImage(userId: number, system: string, choice: PictureChoice): LiveMapImage {
  const [requestedAt, setRequestedAt] = useState(() => Date.now())
  const [ready, setReady] = useState<number | null>(null)
  const redraw = () => setRequestedAt(Date.now())
  useLive((event) => {
    if (event.name === 'map' && event.data.system === system) redraw()
  }, redraw)
  useArmMoved(system, redraw)
  useEffect(() => {
    let current = true
    // Without an answer, the image shows its own error.
    const show = () => current && setReady(requestedAt)
    client.freshen().then(show, show)
    return () => {
      current = false
    }
  }, [requestedAt])
  return { url: ready === null ? null : liveMapPath(userId, system, ready, choice), redraw }
}
