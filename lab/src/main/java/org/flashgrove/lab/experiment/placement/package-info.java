/**
 * Experiments on the placement of pages: the emulated drives of WARP (FAST 2026), and patterns of
 * writing that avoid copies on a plain drive (NoWA, PVLDB 2026).
 */
package org.flashgrove.lab.experiment.placement;
