/**
 * The study of LSM R-trees (Mao, Qader, Hristidis, 2020) done again: {@link
 * org.flashgrove.lab.experiment.lsm.StudyPreset} its table I and figures 3, 5 and 6 over {@link
 * org.flashgrove.lab.experiment.lsm.Study}, and figures 1 and 4.
 */
package org.flashgrove.lab.experiment.lsm;
