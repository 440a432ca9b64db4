/** The initial view of Place Soil Probes: the device's position, else the remembered system. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { testSystem } from '../systems/testing/test-system.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { usePlacement } from './use-placement.ts'

const NAME = 'East Quarter'
const SYSTEMS = [testSystem(NAME, { latitude: 50.25, longitude: -112.5 })]

function Centre() {
  const { centre } = usePlacement(SYSTEMS).mapState.view
  return <p>{`Centre ${centre.lat}, ${centre.lng}`}</p>
}

/** A browser at this place, or without a position. */
function locate(place: Pick<GeolocationCoordinates, 'latitude' | 'longitude'> | null): void {
  const watch = vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((tell, fail) => {
    const coords = { ...place, accuracy: 5, heading: null }
    if (place) tell(Object.assign(Object.create(null), { coords, timestamp: Date.now() }))
    else fail?.(Object.create(null))
    return 1
  })
  onTestFinished(() => watch.mockRestore())
}

beforeEach(() => {
  signIn()
  fakeServer()
})

it.each([
  ['the remembered system where the place fails', null, NAME, '50.25, -112.5'],
  ['me, whatever is remembered', { latitude: 49.9, longitude: -111.2 }, NAME, '49.9, -111.2'],
  ['the specified place where nothing is known', null, '', '51.06, -114.15'],
])('opens at %s', async (_, place, remembered, centre) => {
  if (remembered) localStorage.setItem('selectedThing', remembered)
  locate(place)
  mount(<Centre />)
  await expect.element(page.getByText(`Centre ${centre}`)).toBeVisible()
})
