/** Worker thread that reads one soil file with its own memory limit, so that no file can crash the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../kit/problem.ts'
import type { SoilFileAnswer, SoilFileOrder } from './soil-file.ts'
import { soilFileZones } from './soil-file-zones.ts'

function answerOf({ file, pivot, choice }: SoilFileOrder): SoilFileAnswer {
  try {
    return { preview: soilFileZones(Buffer.from(file), pivot, choice) }
  } catch (error) {
    if (error instanceof Problem) return { refused: error.code }
    throw error
  }
}

const order: SoilFileOrder = workerData
parentPort?.postMessage(answerOf(order), [])
