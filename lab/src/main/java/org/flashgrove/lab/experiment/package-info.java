/** Experiments: presets, the runs of a preset, and the results as tables and diagrams. */
package org.flashgrove.lab.experiment;
