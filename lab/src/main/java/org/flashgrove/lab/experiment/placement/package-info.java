/**
 * Experiments on the placement of pages. The experiments model the emulated drives of WARP (FAST
 * 2026), and write patterns that avoid copies on a plain drive (NoWA, PVLDB 2026).
 */
package org.flashgrove.lab.experiment.placement;
