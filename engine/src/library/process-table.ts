import type { ProcessEnergy } from '../factor.ts';
import type { ProcessName } from '../vocabulary.ts';
import type { FactorLibrary } from './library.ts';

/** Rows of the reference table of textile process energy (Ecobalyse; EU textiles BAT document). */
const PROCESS_IDS: Readonly<Record<ProcessName, string>> = {
  SPINNING_RING: 'ace9db61-adc8-5287-a13b-dcd79a83fc28',
  SPINNING_OPEN_END: '6fbc1c36-dd19-5113-8cda-3479e8587281',
  SPINNING_SYNTHETIC: 'aeb21302-d7b6-5c6c-b5dc-fbaf475b7ffc',
  KNITTING_AVERAGE: '29dc6c73-8d82-5056-8ac0-faf212bc0367',
  KNITTING_CIRCULAR: 'ddcf4b23-1283-57d3-854b-be3121452d50',
  KNITTING_FLAT: '8343adad-0350-5895-a701-4db41a235ba9',
  KNITTING_FULLY_FASHIONED: '66ef36be-7691-5adc-a684-e83d45e53452',
  KNITTING_SEAMLESS: 'b2dba726-83d2-55b2-8107-91c9e47bdca7',
  WEAVING: '852452b3-430f-5d07-8ef5-f701dad19c52',
  DESIZING: '4570d859-cf03-535c-bd4e-870a65a9a9d9',
  SCOURING: '1746b5e1-1d0d-5858-a968-2ade8d778623',
  WASHING_SYNTHETIC: '7cdc9616-7fb4-5a69-9436-78e5b84ebf31',
  MERCERISING: 'ed1fd873-2e50-5b3c-865d-7eeed8025258',
  BLEACHING: 'b4251621-1747-526a-a54f-e4be7500efff',
  DYEING_AVERAGE: 'b7fa51fc-0421-57b0-bb0a-e0573e293c7a',
  DYEING_BATCH: '7e17b44d-108a-504f-9e0d-0cfe5b5db054',
  DYEING_CONTINUOUS: 'c8be445c-ae33-5240-9007-e7973e97fc24',
  PRINTING_FIXED_WASHED: '5c21e378-b941-57f7-98c9-67345847dbda',
  PRINTING_PIGMENT: '9418bfb4-34e5-5bba-920f-b50e2feff1bd',
  FINISHING_CHEMICAL: '3c66588d-fffb-55cb-b9d5-c197b7e2e591',
  FADING_CHEMICAL: '24edc372-b238-5426-8ac9-059218936641',
  CUTTING_AND_SEWING: 'making-low',
};

export function processEnergy(
  library: FactorLibrary,
  name: ProcessName,
): ProcessEnergy | undefined {
  return library.processes.get(`ecobalyse-process:${PROCESS_IDS[name]}`);
}
