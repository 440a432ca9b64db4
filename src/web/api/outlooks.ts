/** Call for which field needs water next. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { balancePaths, type FieldOutlook, outlookList } from '../../contract/balance.ts'
import { client } from '../kit/client.ts'
import { useLive } from '../kit/live-stream.ts'

/** The days until a field needs water count down even without new data. */
const OUTLOOK_MS = 10 * 60_000
/** Readings of many fields arrive one after the other; they cause one refetch. */
const BATCH_MS = 2000

/** Which field needs water next, by name of the system; empty until that is known. */
export function useOutlooks(): ReadonlyMap<string, FieldOutlook> {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const invalidate = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void cache.invalidateQueries({ queryKey: ['outlooks'] })
    }, BATCH_MS)
  }
  useLive((event) => {
    if (event.name === 'balance') invalidate()
  }, invalidate)
  const { data } = useQuery({
    queryKey: ['outlooks'],
    refetchInterval: OUTLOOK_MS,
    queryFn: ({ signal }) => client.get(balancePaths.outlooks, outlookList, { signal }),
  })
  return useMemo(() => new Map(data?.map((outlook) => [outlook.system, outlook])), [data])
}
