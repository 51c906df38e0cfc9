/**
 * Experiments on drives that let the host place its pages: the emulated drives of WARP (FAST 2026).
 */
package org.flashgrove.lab.experiment.placement;
