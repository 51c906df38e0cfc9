/**
 * Presets that compare structures on raw flash with structures over a translation layer. The
 * presets compare counts of device operations and device time.
 */
package org.flashgrove.lab.experiment.micro;
