/** Presets that compare structures on raw flash with others by their load on the device. */
package org.flashgrove.lab.experiment.micro;
