/** A computed prescription with its inputs. */
import type { CellSoils } from '../../agronomy/prescription/cell-soil.ts'
import type { ComputedPrescription } from '../../agronomy/prescription/prescription-engine.ts'
import type { PrescriptionInputs } from '../../contract/prescriptions.ts'

export interface Computation extends ComputedPrescription {
  /** Layers of each cell; null when nothing is known of the whole field. */
  soil: CellSoils | null
  /** Coverage of each cell's root zone by sensors, whole per cent. */
  cover: Uint8Array
  /** The whole pass would be dry because of a single probe that no one has confirmed. */
  dryOnOneWord: boolean
  inputs: PrescriptionInputs
  sha256: string
  /** Hash of everything that the controller runs: a different one must be published. */
  fingerprint: string
}
