/** Worker thread that paints map pictures. */
import os from 'node:os'
import type { MapContent } from '../inputs/map-view.ts'
import { mapPicture } from './map-picture.ts'

// on Linux a thread has its own priority: requests come before pictures
if (process.platform === 'linux') os.setPriority(Math.min(19, os.getPriority() + 10))

export const paint = (content: MapContent): Uint8Array => mapPicture(content)
