/** A computed prescription with its inputs. */
import type { CellSoils } from '../../agronomy/prescription/cell-soil.ts'
import type { ComputedPrescription } from '../../agronomy/prescription/prescription-engine.ts'
import type { PrescriptionInputs } from '../../contract/prescriptions.ts'

export interface Computation extends ComputedPrescription {
  /** Layers of each cell; null where nothing is known of the whole field. */
  soil: CellSoils | null
  /** Whole per cent of each cell's root zone that sensors reach. */
  cover: Uint8Array
  /** The soil asks for no water in the whole pass, and one probe alone says so, whom nobody has trusted. */
  dryOnOneWord: boolean
  inputs: PrescriptionInputs
  sha256: string
  /** Of everything that the controller runs: another one is worth a publication. */
  fingerprint: string
}
