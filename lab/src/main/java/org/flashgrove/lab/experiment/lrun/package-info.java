/** Presets that repeat the evaluation of LRU-N and the kμ-tree (Yang et al.) figure by figure. */
package org.flashgrove.lab.experiment.lrun;
