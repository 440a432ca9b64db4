/** Live maps: the systems that have one, and the address of its newest picture. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveMapPath } from '../../contract/maps.ts'
import type { PictureChoice } from '../../contract/maps.ts'
import { fetchSystemsAnswer, systemPaths } from '../../contract/systems.ts'
import { client } from '../kit/client.ts'
import { compareNames } from '../kit/name-order.ts'
import { claimsOf } from '../kit/token.ts'
import { useSession } from '../kit/use-session.ts'
import { useLive } from '../kit/live-stream.ts'
import { useArmMoved } from './maps.ts'

const keyOf = (userId: number) => ['fetch-systems', userId] as const

/** The user's id: of the loaded user, else of the token. */
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

/** Addresses of the newest pictures of several systems, each drawn again when the server says so; null until the cookie is good. */
export function useLiveMapImages(userId: number | null, choice: PictureChoice) {
  const [drawn, setDrawn] = useState<Readonly<Record<string, number>>>({})
  const [opened] = useState(() => Date.now())
  const [ready, setReady] = useState(false)
  useLive(
    (event) => {
      if (event.name === 'map') setDrawn((before) => ({ ...before, [event.data.system]: Date.now() }))
    },
    () => undefined,
  )
  useEffect(() => {
    let current = true
    // Without an answer the images themselves will show that they cannot be fetched.
    const show = () => current && setReady(true)
    client.freshen().then(show, show)
    return () => {
      current = false
    }
  }, [])
  return (system: string): string | null =>
    ready && userId !== null ? liveMapPath(userId, system, drawn[system] ?? opened, choice) : null
}

export interface LiveMapImage {
  /** Null until the read cookie is known to be good: an image cannot renew it by itself. */
  url: string | null
  redraw: () => void
}

/** The picture of one system, asked for anew whenever the server says that it was drawn again, and when the arm moved on. */
export function useLiveMapImage(userId: number, system: string, choice: PictureChoice): LiveMapImage {
  const [wanted, setWanted] = useState(() => Date.now())
  const [ready, setReady] = useState<number | null>(null)
  const redraw = () => setWanted(Date.now())
  useLive((event) => {
    if (event.name === 'map' && event.data.system === system) redraw()
  }, redraw)
  useArmMoved(system, redraw)
  useEffect(() => {
    let current = true
    // Without an answer the image itself will show that it cannot be fetched.
    const show = () => current && setReady(wanted)
    client.freshen().then(show, show)
    return () => {
      current = false
    }
  }, [wanted])
  return { url: ready === null ? null : liveMapPath(userId, system, ready, choice), redraw }
}
