/**
 * The parts of a PACT 3.0 `ProductFootprint` that a calculation reads; whatever else the document
 * has may stay in it. Numbers are decimal strings there.
 */
export interface SupplierPcf {
  readonly id: string;
  readonly specVersion?: string | undefined;
  readonly companyName?: string | undefined;
  readonly productNameCompany?: string | undefined;
  readonly productDescription?: string | undefined;
  readonly pcf: PactCarbonFootprint;
}

export interface PactCarbonFootprint {
  /** `kilogram`, `liter`, `cubic meter`, `kilowatt hour`, `megajoule`, `ton kilometer`, `square meter`, `piece`, … */
  readonly declaredUnitOfMeasurement: string;
  readonly declaredUnitAmount: string;
  readonly productMassPerDeclaredUnit?: string | undefined;
  readonly referencePeriodEnd?: string | undefined;
  readonly geographyCountry?: string | undefined;
  /** kg CO2e per declared unit: the value that is used. */
  readonly pcfExcludingBiogenicUptake: string;
  readonly pcfIncludingBiogenicUptake?: string | undefined;
  readonly fossilGhgEmissions?: string | undefined;
  readonly landUseChangeGhgEmissions?: string | undefined;
  readonly aircraftGhgEmissions?: string | undefined;
  readonly biogenicCO2Uptake?: string | undefined;
  readonly ipccCharacterizationFactors?: readonly string[] | undefined;
  readonly primaryDataShare?: string | undefined;
}
