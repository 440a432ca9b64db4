/** What all protected pages share: the cache of answers, emptied when somebody else signs in. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { createQueryClient } from './kit/query.ts'
import { session } from './kit/session.ts'
import { claimsOf } from './kit/token.ts'

const queryClient = createQueryClient()

/** The user by the token: known before the user is loaded. */
const holder = () => claimsOf(session.getState().access ?? '')?.userId ?? null

let owner = holder()
session.subscribe(() => {
  const now = holder()
  // Under the question for the password the page keeps what it shows: the same person goes on with it.
  const goesOn = now === null && session.getState().ended !== null
  if (now === owner || goesOn) return
  owner = now
  queryClient.clear()
})

export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
