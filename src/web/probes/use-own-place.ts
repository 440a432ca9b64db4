/** Where I am, as long as the page is open, or why that is not known. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { askOwnPlace, watchOwnPlace } from '../kit/own-place.ts'
import type { OwnPlace } from '../kit/own-place.ts'

export type OwnPlaceState = ReturnType<typeof useOwnPlace>

export function useOwnPlace() {
  const [place, setPlace] = useState<OwnPlace | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const end = useRef<(() => void) | null>(null)
  const watch = useCallback(() => {
    end.current?.()
    end.current = watchOwnPlace((found) => {
      setPlace(found)
      setTrouble(null)
    }, setTrouble)
  }, [])
  useEffect(() => {
    watch()
    return () => end.current?.()
  }, [watch])

  /** Asks once more; a watch that had failed begins anew. */
  const ask = async (): Promise<OwnPlace | null> => {
    setAsking(true)
    try {
      const found = await askOwnPlace()
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
