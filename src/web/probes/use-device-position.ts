/** The device's position while the page is open, or why it is unknown. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { requestPosition, watchDevicePosition } from '../kit/device-position.ts'
import type { DevicePosition } from '../kit/device-position.ts'

export type DevicePositionState = ReturnType<typeof useDevicePosition>

export function useDevicePosition() {
  const [place, setPlace] = useState<DevicePosition | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [requesting, setRequesting] = useState(false)
  const end = useRef<(() => void) | null>(null)
  const watch = useCallback(() => {
    end.current?.()
    end.current = watchDevicePosition((position) => {
      setPlace(position)
      setError(null)
    }, setError)
  }, [])
  useEffect(() => {
    watch()
    return () => end.current?.()
  }, [watch])

  /** Requests the position again; restarts a failed watch. */
  const request = async (): Promise<DevicePosition | null> => {
    setRequesting(true)
    try {
      const position = await requestPosition()
      setPlace(position)
      setError(null)
      if (error) watch()
      return position
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : null)
      return null
    } finally {
      setRequesting(false)
    }
  }
  return { place, error, requesting, request }
}
