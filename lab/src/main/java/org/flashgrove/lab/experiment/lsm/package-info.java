/**
 * Presets that repeat the study of LSM R-trees (Mao, Qader, Hristidis, 2020). {@link
 * org.flashgrove.lab.experiment.lsm.StudyPreset} repeats its table I and figures 3, 5 and 6 with
 * {@link org.flashgrove.lab.experiment.lsm.Study}. Other presets repeat figures 1 and 4.
 */
package org.flashgrove.lab.experiment.lsm;
