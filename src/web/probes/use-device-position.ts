/** My position while the page is open, or why it is unknown. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { requestPosition, watchDevicePosition } from '../kit/device-position.ts'
import type { DevicePosition } from '../kit/device-position.ts'

export type DevicePositionState = ReturnType<typeof useDevicePosition>

export function useDevicePosition() {
  const [place, setPlace] = useState<DevicePosition | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const end = useRef<(() => void) | null>(null)
  const watch = useCallback(() => {
    end.current?.()
    end.current = watchDevicePosition((found) => {
      setPlace(found)
      setTrouble(null)
    }, setTrouble)
  }, [])
  useEffect(() => {
    watch()
    return () => end.current?.()
  }, [watch])

  /** Requests the position again; restarts a failed watch. */
  const ask = async (): Promise<DevicePosition | null> => {
    setAsking(true)
    try {
      const found = await requestPosition()
      setPlace(found)
      setTrouble(null)
      if (trouble) watch()
      return found
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : null)
      return null
    } finally {
      setAsking(false)
    }
  }
  return { place, trouble, asking, ask }
}
