/** Mounts a component in the browser with router and query cache, and unmounts it after the test. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { AppQueryClient } from '../kit/query-client.ts'
import { readSearch, writeSearch } from '../kit/chosen-system.ts'
import { session } from '../kit/session.ts'

interface Place {
  /** The path of its route, with parameters: `/activate/$uid/$token`. */
  path?: string
  at?: string
}

/** Renders it; `at` returns the current URL. */
export function mount(content: ReactNode, { path = '/', at = path }: Place = {}) {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path, component: () => content })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({
    routeTree: root.addChildren([page, elsewhere]),
    history,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  })
  const answers = new AppQueryClient()
  answers.setDefaultOptions({ queries: { networkMode: 'always', retry: false } })
  const place = document.body.appendChild(document.createElement('div'))
  const view = createRoot(place)
  onTestFinished(() => {
    view.unmount()
    place.remove()
  })
  view.render(
    <QueryClientProvider client={answers}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    at: () => router.state.location.pathname,
    /** Like leaving the page. */
    unmount: () => view.unmount(),
  }
}

/** Signs in until the test ends; the token contains only its expiry and the user. */
export function signIn(): void {
  const claims = { exp: Math.floor(Date.now() / 1000) + 3600, user_id: 1 }
  const access = ['', btoa(JSON.stringify(claims)), ''].join('.')
  session.dispatch({ type: 'AUTHENTICATED_SUCCESS', tokens: { access, refresh: 'r' } })
  onTestFinished(() => session.dispatch({ type: 'LOGOUT' }))
}
