/** Facts about one application identifier (AI), as in the GS1 Barcode Syntax Dictionary. */
type ApplicationIdentifier = {
  readonly title: string;
  /** Components of the value in the dictionary's notation: type and length, checks, `[…]` if optional. */
  readonly format: string;
  /** Sequences of qualifiers that may follow a primary key, each optional and in this order. */
  readonly qualifiers?: readonly (readonly string[])[];
};

/** Primary keys of GS1 Digital Link (attribute `dlpkey` of the dictionary). */
export const PRIMARY_KEYS: Readonly<Record<string, ApplicationIdentifier>> = {
  '00': { title: 'SSCC', format: 'N18,csum,gcppos2' },
  '01': { title: 'GTIN', format: 'N14,csum,gcppos2', qualifiers: [['22', '10', '21'], ['235']] },
  '253': { title: 'GDTI', format: 'N13,csum,gcppos1 [X..17]' },
  '255': { title: 'GCN', format: 'N13,csum,gcppos1 [N..12]' },
  '401': { title: 'GINC', format: 'X..30,gcppos1' },
  '402': { title: 'GSIN', format: 'N17,csum,gcppos1' },
  '414': { title: 'LOC No.', format: 'N13,csum,gcppos1', qualifiers: [['254'], ['7040']] },
  '415': { title: 'PAY TO', format: 'N13,csum,gcppos1', qualifiers: [['8020']] },
  '417': { title: 'PARTY', format: 'N13,csum,gcppos1', qualifiers: [['7040']] },
  '8003': { title: 'GRAI', format: 'N1,zero N13,csum,gcppos1 [X..16]' },
  '8004': { title: 'GIAI', format: 'X..30,gcppos1', qualifiers: [['7040']] },
  '8006': {
    title: 'ITIP',
    format: 'N14,csum,gcppos2 N4,pieceoftotal',
    qualifiers: [['22', '10', '21']],
  },
  '8010': { title: 'CPID', format: 'Y..30,gcppos1', qualifiers: [['8011']] },
  '8013': { title: 'GMN', format: 'X..25,csumalpha,gcppos1' },
  '8017': { title: 'GSRN - PROVIDER', format: 'N18,csum,gcppos1', qualifiers: [['8019']] },
  '8018': { title: 'GSRN - RECIPIENT', format: 'N18,csum,gcppos1', qualifiers: [['8019']] },
};

/** Qualifiers of the primary keys. */
export const QUALIFIERS: Readonly<Record<string, ApplicationIdentifier>> = {
  '10': { title: 'BATCH/LOT', format: 'X..20' },
  '21': { title: 'SERIAL', format: 'X..20' },
  '22': { title: 'CPV', format: 'X..20' },
  '235': { title: 'TPX', format: 'X..28' },
  '254': { title: 'GLN EXTENSION COMPONENT', format: 'X..20' },
  '7040': { title: 'UIC+EXT', format: 'N1 X1 X1 X1,importeridx' },
  '8011': { title: 'CPID SERIAL', format: 'N..12,nozeroprefix' },
  '8019': { title: 'SRIN', format: 'N..10' },
  '8020': { title: 'REF No.', format: 'X..25' },
};
