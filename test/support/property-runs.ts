// How often a property is tried: a few times in the gate, as often as asked where someone has the time.

/** @param inGate runs where `SCRUBJAY_PROPERTY_RUNS` says nothing */
export const propertyRuns = (inGate: number): number => Number(process.env['SCRUBJAY_PROPERTY_RUNS'] ?? inGate);
