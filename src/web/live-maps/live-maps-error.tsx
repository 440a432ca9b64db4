/** The overlay 'Error' of this screen; once closed it stays closed for the same failure. */
import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { fetchFailure } from './live-map.text.ts'

export function LiveMapsError({ error }: { error: Error | null }) {
  const [closed, setClosed] = useState<Error | null>(null)
  return (
    <Dialog open={error !== null && error !== closed} title="Error" onClose={() => setClosed(error)}>
      <p>{fetchFailure(error)}</p>
    </Dialog>
  )
}
