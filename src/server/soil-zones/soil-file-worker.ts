/** Worker thread that reads soil files within its own memory limit, so that no file can crash the server. */
import { Problem } from '../kit/problem.ts'
import type { SoilFileAnswer, SoilFileOrder } from './soil-file.ts'
import { soilFileZones } from './soil-file-zones.ts'

export function readSoilFile({ file, pivot, choice }: SoilFileOrder): SoilFileAnswer {
  try {
    return { preview: soilFileZones(Buffer.from(file), pivot, choice) }
  } catch (error) {
    if (error instanceof Problem) return { refused: error.code }
    throw error
  }
}
